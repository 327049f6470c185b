/** The published types ask for a whole Express request; the library itself needs only Node's. */
declare module 'compression' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Options {
    readonly filter?: (request: IncomingMessage, response: ServerResponse) => boolean;
  }
  type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  function compression(options?: Options): Middleware;
  export = compression;
}
