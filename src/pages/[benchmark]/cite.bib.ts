import type { APIRoute, GetStaticPaths } from 'astro';
import { readRelease } from '../../release/read.ts';
import { bibtex } from '../../site/about/bibtex.ts';

export const getStaticPaths: GetStaticPaths = async () => {
  const { benchmarks } = await readRelease();
  return benchmarks.flatMap((b) => {
    const text = bibtex(b);
    return text === null ? [] : [{ params: { benchmark: b.id }, props: { text } }];
  });
};

export const GET: APIRoute = ({ props }) =>
  new Response(String(props.text), { headers: { 'Content-Type': 'application/x-bibtex; charset=utf-8' } });
