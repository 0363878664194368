import { expect, test } from "vitest";
import {
  CreatorDocument,
  DmDocument,
  INDEXES,
  MessageDocument,
  PostDocument,
  TagDocument,
} from "#shared/search/documents.ts";
import settings from "../../meili.json" with { type: "json" };

const DOCUMENTS = {
  creators: CreatorDocument,
  posts: PostDocument,
  dms: DmDocument,
  tags: TagDocument,
  messages: MessageDocument,
};

test("meili.json names every index, and only attributes their documents have", () => {
  expect(Object.keys(settings).sort()).toEqual([...INDEXES].sort());
  for (const name of INDEXES) {
    const wanted = settings[name];
    const named = [
      ...wanted.searchableAttributes,
      ...wanted.filterableAttributes,
      ...wanted.sortableAttributes,
      ...wanted.typoTolerance.disableOnAttributes,
      ...wanted.localizedAttributes.flatMap((each) => each.attributePatterns),
      ...wanted.rankingRules.filter((rule) => rule.includes(":")).map((rule) => rule.split(":")[0]),
    ];
    expect(named.length).toBeGreaterThan(3);
    for (const attribute of named) expect(Object.keys(DOCUMENTS[name].shape), name).toContain(attribute);
  }
});
