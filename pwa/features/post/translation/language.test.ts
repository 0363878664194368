import { expect, test } from "vitest";
import { languageOfScript } from "./language.ts";

test.each([
  ["海辺の灯台と、静かな夜の話です。", "ja"],
  ["조용한 밤의 등대 이야기", "ko"],
  ["海边的灯塔和安静的夜晚", "zh"],
  ["Тихий маяк у моря", "ru"],
  ["A quiet lighthouse, 灯台", undefined],
  ["", undefined],
  ["12 34 !?", undefined],
])("%s is recognized by its script: %s", (text, language) => expect(languageOfScript(text)).toBe(language));
