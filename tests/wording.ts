/** Words that were replaced throughout the project, and what to write instead. */

export interface WordRule {
  pattern: RegExp;
  instead: string;
  /** Paths it applies to; all text files by default. */
  paths?: RegExp;
}

/** Every file that people write, without what is generated, and without this list and its test. */
const TEXT = /\.(tsx?|m?js|css|html|md|json|sql)$/;
const LEFT_OUT =
  /^(package-lock\.json|docs\/screenshots\/|backend\/sample\/phrases\/|tests\/wording(\.test)?\.ts$)/;
const CATALOGS = /^pwa\/i18n\/(texts\/)?en\.json$/;
const DOCS = /\.md$/;
const CODE = /\.(tsx?|m?js|css)$/;
const OPENERS = "What|Whether|Where|Those|Of|None|So many|Which|Who|As|That|How";

export const RULES: WordRule[] = [
  {
    pattern: new RegExp(`/\\*\\*\\s*(\\n\\s*\\* )?(${OPENERS})\\b`),
    instead: "a doc comment that starts with a verb or a noun",
    paths: CODE,
  },
  {
    pattern: new RegExp(`^\\s*-- (${OPENERS})\\b`, "m"),
    instead: "a comment that starts with a verb or a noun",
    paths: /\.sql$/,
  },
  {
    pattern: /\b[A-Z_]*(PATIENCE|AT_ONCE|LONGEST|WITHIN)(_[A-Z]+)*\b|\b(LOOK|AGAIN)_[A-Z]+\b|\bMOST_[A-Z]+\b/,
    instead: "TIMEOUT_MS, CONCURRENCY, MAX_, POLL_INTERVAL_MS, RETRY_DELAY_MS",
  },
  {
    pattern: /\b(KEPT|SOON|TOLD|SAID|BRIEFLY|FOR_EVER|TOGETHER|TWICE)(_MS)?\b|\bIN_THE_WAY\b/,
    instead: "RETENTION, TIMEOUT_MS, MESSAGE_MS, CACHE_FOREVER, DEBOUNCE_MS",
  },
  {
    pattern: /\b(EVERY|FEWEST|SHORTEST|DEEPEST|SLOWER)(_[A-Z]+)*(?= = )|\b[A-Z_]+_AT_A_TIME\b/,
    instead: "POLL_INTERVAL_MS, MIN_, MAX_, BATCH_SIZE",
  },
  {
    pattern: /\b(test|it|describe)(\.\w+)?\(\s*["`]what\b|\]\)\(["`]what\b/,
    instead: "a test name that starts with its subject",
    paths: /\.(test|spec)\.tsx?$/,
  },
  {
    pattern:
      /\b(bringUpToDate|orBasic|formerSelves|homesOf|nobodys|lookAfter|keepRollingUp|patience|stillThere|hasten)\b/,
    instead:
      "migrate, fallback, previous revisions, creatorPrefixes, dummyHash, supervise, startFavoriteRollup, timeout, existingHits, makeAllDue",
  },
  {
    pattern: /\/\*\*\s*(\n\s*\* )?(Tells|Knows|Hears)\b/,
    instead: "a doc comment that does not personify code: Returns, Holds, Receives",
    paths: CODE,
  },
  {
    pattern: /\b(comes|came|brought|brings) in\b/,
    instead: "is imported, was imported",
    paths: /\.md$|-main\.ts$/,
  },
  {
    pattern:
      /\b(wishes [A-G]\d|spec sections? \d|contract (section )?\d\.\d|safety P\d|idea \d|people\.md|wording\.md)/i,
    instead: "the reason itself, or docs/decisions: only documents of this repository are cited",
  },
  {
    pattern: /without a line|waits? for a line|\bline is back/i,
    instead: "offline, waiting for connection, back online",
  },
  { pattern: /\buseSight\b/, instead: "useSnapshot" },
  { pattern: /\bledger\b/i, instead: "owned files" },
  { pattern: /\bTeller\b|\bkeepRunning\b|\bputInPlace\b/, instead: "generator, supervise, installBuild" },
  {
    pattern: /colour|favourite|neighbour|sanitis[ei]|authoris[ei]/i,
    instead: "American spelling",
    paths: /^(?!backend\/sample\/media\/pictures\.ts)/,
  },
  { pattern: /\bfingerprints?\b/i, instead: "checksum", paths: CATALOGS },
  {
    pattern: /\banew\b|brought in|typing errors|cannot be called back|\bpictures?\b|\bcovered\b/i,
    instead: "again, imported, typos, images, hidden",
    paths: CATALOGS,
  },
  { pattern: /\b(cancelled|cancelling)\b/i, instead: "canceled, canceling", paths: CATALOGS },
  {
    pattern:
      /\bthe house\b|\brooms? has\b|\bsearch forgives\b|\btyping errors\b|\b(taken|loaded|set up) anew\b/i,
    instead: "project layout, package, typo-tolerant search, retaken, reloaded, reset",
    paths: DOCS,
  },
];

/** @returns a line for each forbidden word: `path:line: "word", write: …` */
export function wordingProblems(path: string, text: string): string[] {
  if (!TEXT.test(path) || LEFT_OUT.test(path)) return [];
  return RULES.filter(({ paths }) => paths === undefined || paths.test(path)).flatMap(
    ({ pattern, instead }) =>
      [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(({ 0: found, index }) => {
        const line = text.slice(0, index).split("\n").length;
        return `${path}:${line}: "${found.replace(/\s+/g, " ")}", write: ${instead}`;
      }),
  );
}
