import { expect, test } from "vitest";
import { decodeNames } from "./decode-names.ts";

const fromHex = (names: string[]) => names.map((name) => Buffer.from(name.replaceAll(" ", ""), "hex"));

test.each([
  [
    "Shift-JIS",
    ["ソ表紙.png", "第２話 完成版.png"],
    ["835c955c8e862e706e67", "91e682519862208aae90ac94c52e706e67"],
  ],
  ["GB18030", ["封面.png", "第一章 开始.txt"], ["b7e2c3e62e706e67", "b5dad2bbd5c220bfaacabc2e747874"]],
  ["EUC-KR", ["표지.png", "완성본 1화.png"], ["c7a5c1f62e706e67", "bfcfbcbababb2031c8ad2e706e67"]],
  ["Big5", ["封面.png", "第一章 開始.txt"], ["abcaadb12e706e67", "b2c4a440b3b920b67da96c2e747874"]],
  ["EUC-JP", ["表紙.png", "夏の思い出.png"], ["c9bdbbe62e706e67", "b2c6a4cebbd7a4a4bdd02e706e67"]],
  ["Windows-1251", ["Обложка.png", "Глава 1.txt"], ["cee1ebeee6eae02e706e67", "c3ebe0e2e020312e747874"]],
  ["CP866", ["Обложка.png", "Глава 1.txt"], ["8ea1abaea6aaa02e706e67", "83aba0a2a020312e747874"]],
  ["KOI8-R", ["Обложка.png"], ["efc2cccfd6cbc12e706e67"]],
  [
    "Windows-1252",
    ["Café Münch.png", "naïve – draft.txt"],
    ["436166e9204dfc6e63682e706e67", "6e61ef766520962064726166742e747874"],
  ],
  ["CP437", ["Übung.png", "schön.txt"], ["9a62756e672e706e67", "736368946e2e747874"]],
])("%s: %s", (_, names, bytes) => {
  expect(decodeNames(fromHex(bytes))).toEqual(names);
});

test("names that belong together are decoded by the one encoding that fits all of them", () => {
  expect(decodeNames([Buffer.from("plain.png"), ...fromHex(["835c955c8e86"])])).toEqual([
    "plain.png",
    "ソ表紙",
  ]);
  // Alone it could be Chinese or Korean; beside a name with kana it is Japanese.
  expect(decodeNames(fromHex(["8a43"]))).toEqual(["%8AC"]);
  expect(decodeNames(fromHex(["8a43", "82cc82a882e0"]))).toEqual(["海", "のおも"]);
});

test("UTF-8 names stay as they are among others, and nothing of a name that cannot be decoded is lost", () => {
  expect(decodeNames([Buffer.from("é 表.png"), ...fromHex(["8a 43 5c 25 2e 61"])])).toEqual([
    "é 表.png",
    "%8AC%5C%25.a",
  ]);
  expect(decodeNames([])).toEqual([]);
});
