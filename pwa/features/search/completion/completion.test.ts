import { expect, test } from "vitest";
import { completed, fixedCompletions, termAt } from "./completion.ts";

/** The caret is at the bar; a broken one is one of the text. */
function at(marked: string) {
  const caret = marked.indexOf("|");
  const text = marked.replace("|", "").replaceAll("¦", "|");
  return { text, term: termAt(text, caret) };
}
const offered = (marked: string) => {
  const { term } = at(marked);
  return term === undefined ? [] : fixedCompletions(term).map((one) => one.term);
};

test.each([
  ["cat ta|", ["tag:"]],
  ["-se|", ["-service:"]],
  ["t|", []],
  ["cat |", []],
  ['"cat ta|', []],
  [
    "has:|",
    ["has:video", "has:image", "has:audio", "has:archive", "has:document", "has:comments", "has:poll"],
  ],
  ["-HAS:vi|", ["-has:video"]],
  ["service:sub|", ["service:subscribestar"]],
  ["sort:n|", ["sort:newest"]],
  ["has:audio¦vi|", ["has:audio|video"]],
  ["sort:newest|", []],
  ["shape:r|", []],
  ["http://x|", []],
])("%s offers %j", (marked, terms) => expect(offered(marked)).toEqual(terms));

test.each([
  ["cat tag:bl|", { key: "tag", typed: "bl" }],
  ['cat tag:"fan a|', { key: "tag", typed: "fan a" }],
  ['-tag:"fan art"¦wip¦"low t|', { key: "tag", before: '"fan art"|wip|', typed: "low t", minus: "-" }],
  ["-creator:An|n dog", { key: "creator", typed: "An", minus: "-" }],
])("%s is a term with %j", (marked, term) => expect(at(marked).term).toMatchObject(term));

test.each([
  ["cat ta|", "tag:", "cat tag:|"],
  ["tag:bl| dog", "tag:blue", "tag:blue |dog"],
  ['tag:"fan a|"', 'tag:"fan art"', 'tag:"fan art" |'],
  ["has:vi|deo", "has:video", "has:video |"],
  ["tag:re|d¦sea dog", "tag:rest", "tag:rest|¦sea dog"],
  ["tag:red¦s|", "tag:red¦sea", "tag:red¦sea |"],
])("%s with %s becomes %s", (marked, term, expected) => {
  const { text, term: typed } = at(marked);
  if (typed === undefined) throw new Error("There is a term.");
  const result = completed(text, typed, { label: term, term: term.replace("¦", "|") });
  const shown = (part: string) => part.replaceAll("|", "¦");
  const { text: whole, caret } = result;
  expect(`${shown(whole.slice(0, caret))}|${shown(whole.slice(caret))}`).toBe(expected);
});
