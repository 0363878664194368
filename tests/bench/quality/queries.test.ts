import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generateSample } from "#backend/sample/generate.ts";
import { plainText } from "#shared/text/plain-text.ts";
import { type Doc, labeledQueries } from "./queries.ts";
import { ACCENTED, MIXED, NAMED } from "./texts.ts";

interface Sampled {
  service: string;
  id: string;
  user: string;
  title: string;
  content: string;
  tags: string[] | null;
}

async function sampleDocs(): Promise<Doc[]> {
  const out = await mkdtemp(join(tmpdir(), "roost-quality-"));
  await generateSample({ posts: 760, seed: "quality", out, pictures: 1 });
  const [, ...lines] = (await readFile(join(out, "posts.ndjson"), "utf8")).trimEnd().split("\n");
  await rm(out, { recursive: true });
  return lines.map((line) => {
    const { service, id, user, title, content, tags } = JSON.parse(line) as Sampled;
    return { key: `${service}-${id}`, title, tags: tags ?? [], creator: user, content: plainText(content) };
  });
}

test("at least 400 queries in every class of them, the same each time, none without a label", async () => {
  const own = [...ACCENTED, ...MIXED].map((text, at) => ({ ...text, key: `own-${at}`, creator: "own" }));
  const docs = [...(await sampleDocs()), ...own];
  const people = NAMED.map(({ name }, at) => ({ key: `named-${at}`, name }));
  const classes = labeledQueries(docs, people);
  expect(classes.flatMap(({ queries }) => queries).length).toBeGreaterThanOrEqual(400);
  for (const { name, queries } of classes) {
    expect([name, queries.length]).toEqual([name, expect.toSatisfy((count: number) => count >= 12)]);
    const isNothing = name === "nothing to be found";
    expect(queries.filter(({ right }) => (right.size === 0) !== isNothing)).toEqual([]);
  }
  expect(labeledQueries(docs, people)).toEqual(classes);
});
