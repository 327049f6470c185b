import type { Root } from 'hast';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { type ComponentProps, type ReactNode, useCallback } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { useQuestion } from '../ui/loading.tsx';
import type { FormatNews } from './format.worker.ts';
import FormatWorker from './format.worker.ts?worker&inline';
import { useMarkedTree } from './Searched.tsx';

/** Longer texts are not formatted, because their tree would be too large in any case. */
const LONGEST = 50_000;
/** Milliseconds that a text may take once the worker listens; a page of rationale takes less than 50. */
const TIME = 2000;
/** Milliseconds that the worker's script may take to start. */
const START = 20_000;

type Formatting = { readonly tree: Root } | { readonly why: string };

let worker: Worker | null = null;
/** Settles when the text before this one is done, because each is formatted alone and has all of its time. */
let before: Promise<unknown> = Promise.resolve();

/** Waits for the worker's next message. If none comes in time, or the worker breaks, it is ended, so that the next text gets a new one. */
function next(from: Worker, time: number, tooLate: string): Promise<FormatNews> {
  return new Promise((resolve) => {
    const give = (news: FormatNews): void => {
      clearTimeout(timer);
      from.onmessage = null;
      from.onerror = null;
      resolve(news);
    };
    const end = (why: string): void => {
      from.terminate();
      worker = null;
      give({ why });
    };
    const timer = setTimeout(() => end(tooLate), time);
    from.onmessage = ({ data }: MessageEvent<FormatNews>) => give(data);
    from.onerror = (event) => {
      event.preventDefault();
      end('The formatting stopped');
    };
  });
}

async function formatNow(text: string): Promise<Formatting> {
  if (worker === null) {
    worker = new FormatWorker();
    const started = await next(worker, START, 'The formatting did not start');
    if ('why' in started) return started;
  }
  worker.postMessage(text);
  const news = await next(worker, TIME, 'It takes too long to format');
  return 'listening' in news ? { why: 'The formatting stopped' } : news;
}

/** A text as a tree of harmless elements, made in a worker, or why it has to be shown as it is. It never throws. */
function formatInBackground(text: string, signal: AbortSignal): Promise<Formatting> {
  if (text.length > LONGEST) return Promise.resolve({ why: 'It is too long to format' });
  const made = before.then(() => (signal.aborted ? { why: 'Nobody waits for it' } : formatNow(text)));
  before = made;
  return made;
}

/** A heading in a judge's text is no heading of this page. */
function Heading({ children }: { readonly children?: ReactNode }) {
  return <p className="bold">{children}</p>;
}

/** Addresses elsewhere become links that say where they lead; a judge's text makes no links within this site. */
function Link({ href, children }: ComponentProps<'a'>) {
  if (href === undefined || !/^https?:/i.test(href)) return <span>{children}</span>;
  return (
    <a href={href} title={href} rel="noopener nofollow ugc" target="_blank">
      {children}
    </a>
  );
}

function Picture({ alt }: ComponentProps<'img'>) {
  return <span className="unseen">picture left out{alt === undefined || alt === '' ? '' : `: ${alt}`}</span>;
}

const COMPONENTS = {
  a: Link,
  img: Picture,
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
};

interface FormattedProps {
  readonly text: string;
  /** Shows the text as it is, under a remark where it cannot be formatted. */
  readonly plain: (remark: string) => ReactNode;
}

export function Formatted({ text, plain }: FormattedProps) {
  const asked = useQuestion(useCallback((signal: AbortSignal) => formatInBackground(text, signal), [text]));
  if (asked.state !== 'ready') return plain('');
  const formatting = asked.data;
  return 'why' in formatting ? plain(`${formatting.why}: shown as text.`) : <FormattedTree tree={formatting.tree} />;
}

function FormattedTree({ tree }: { readonly tree: Root }) {
  return (
    <div className="formatted relative breaks max-w-line" dir="auto">
      {toJsxRuntime(useMarkedTree(tree), { Fragment, jsx, jsxs, components: COMPONENTS, ignoreInvalidStyle: true })}
    </div>
  );
}
