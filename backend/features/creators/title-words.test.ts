import { expect, test } from "vitest";
import { titleWords } from "./title-words.ts";

test.each([
  [["Harbor at dusk", "Harbor at dawn, 3 studies"], ["harbor"]],
  [
    ["港の灯台スケッチ", "灯台スケッチ その2"],
    ["灯台", "スケッチ"],
  ],
  [["Тихий маяк: глава 2", "Маяк зимой"], ["маяк"]],
  [["달빛 등대 1화", "등대 스케치"], ["등대"]],
  [["像素茶馆 更新", "茶馆日记"], ["茶馆"]],
])("the words of %j are %j", (titles, words) => {
  expect(titleWords(titles)).toEqual(expect.arrayContaining(words));
});

test("a word counts once a title, the most frequent come first, eight at most", () => {
  expect(titleWords(["ink ink ink", "moss tile", "moss ink", "moss"])).toEqual(["moss", "ink"]);
  expect(titleWords(["one two three four five six seven eight nine ten eleven"])).toHaveLength(8);
});

test("numbers, signs and empty titles say nothing", () => {
  expect(titleWords(["", "2024", "#12 – !!", "a I"])).toEqual([]);
});
