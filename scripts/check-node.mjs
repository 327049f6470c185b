// Plain JavaScript, so that an old Node can still run it and say what is wrong.
const NEEDED = [22, 18];
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(
    `Judgeboard needs Node ${NEEDED.join('.')} or newer; this is ${process.versions.node}.\n` +
      'On Linux and Windows `npm ci` brings one along (an optional dependency): run it without --omit=optional, then use `npm start` and `npm test`.\n' +
      'On macOS install one: `brew install node`, or from https://nodejs.org.',
  );
  process.exit(1);
}
