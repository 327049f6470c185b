import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import react from '@astrojs/react';
import { defineConfig } from 'astro/config';
import { canonicalSitemap } from './scripts/canonical-sitemap.ts';
import { siteBuild } from './scripts/site-build.ts';
import { BOOT } from './src/site/frame/boot.ts';

/** Everything from this origin, nothing inline but hashed scripts; the engine and its worker come from blobs (docs/architecture.md). */
const directives = [
  "default-src 'self'",
  "connect-src 'self' blob:",
  'worker-src blob:',
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
];

const WORKER_REFERENCES = fileURLToPath(import.meta.resolve('decode-named-character-reference'));

export default defineConfig({
  site: process.env.SITE_URL ?? 'http://localhost:4321',
  base: process.env.SITE_BASE ?? '/',
  trailingSlash: 'always',
  output: 'static',
  integrations: [react(), canonicalSitemap(), siteBuild()],
  build: { inlineStylesheets: 'never' },
  markdown: { syntaxHighlight: false },
  devToolbar: { enabled: false },
  // Markdown is read in a worker, where its reader of character references for pages finds no document.
  vite: {
    resolve: { alias: { 'decode-named-character-reference': WORKER_REFERENCES } },
  },
  security: {
    csp: {
      directives,
      scriptDirective: {
        resources: ["'self'", "'wasm-unsafe-eval'"],
        hashes: [`sha256-${createHash('sha256').update(BOOT).digest('base64')}`],
      },
      styleDirective: {
        resources: [
          { resource: "'self'", kind: 'element' },
          { resource: "'unsafe-inline'", kind: 'attribute' },
        ],
      },
    },
  },
});
