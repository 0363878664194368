/** A service is one file and one entry in a list: a thirteenth is added to a copy of the sources. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServiceInfo } from "#shared/services/service.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const COPIED = [
  "package.json",
  "shared",
  "backend/sample",
  "pwa/lib",
  "pwa/features/browse/creators/tabs.ts",
];

const RECORD = `import type { ServiceInfo } from "./service.ts";

export const thirteenth: ServiceInfo = {
  title: "Thirteenth",
  color: "#123456",
  profileUrl: "https://thirteenth.example/by/{user}",
  postUrl: "https://thirteenth.example/by/{user}/{post}",
  postLink: /^thirteenth\\.example\\/by\\/[^/]+\\/(\\d+)$/,
  rewritesLinks: true,
  tabs: ["tags"],
  cardImage: "attachments",
  key: { place: "cookie", name: "sid" },
  importForm: { session_key: { check: (text) => (text.length === 5 ? undefined : "invalid") } },
};
`;

/** Prints one value per part of the program that depends on the list of services. */
const PROBE = `
import { submitImport } from "#shared/contracts/importer.ts";
import { pageCreators } from "#shared/contracts/creators.ts";
import { ServiceName } from "#shared/entities/creator.ts";
import { checkImport, importFields } from "#shared/rules/importer.ts";
import { parseQuery } from "#shared/search/query.ts";
import { postUrl, profileUrl } from "#shared/services/addresses.ts";
import { peopleFor } from "./backend/sample/people.ts";
import { cardImage } from "./shared/services/card-image.ts";
import { archivePathOf } from "./pwa/lib/archive-links.ts";
import { linkAttributes } from "./shared/rules/content-links.ts";
import { tabsOf } from "./pwa/features/browse/creators/tabs.ts";

const service = "thirteenth";
const image = { name: "a.png", path: "/aa/bb/a.png" };
const post = "https://www.thirteenth.example/by/ann/12";
console.log(JSON.stringify({
  contracts: [
    ServiceName.safeParse(service).success,
    submitImport.body.safeParse({ service, session_key: "x" }).success,
    pageCreators.query.safeParse({ service }).success,
  ],
  form: [
    importFields(service),
    checkImport(service, { session_key: " 12345 " }),
    checkImport(service, { session_key: "1" }),
  ],
  tabs: tabsOf(service, undefined).map(({ tab }) => tab),
  addresses: [profileUrl(service, "ann"), postUrl(service, "ann", "12")],
  links: [
    archivePathOf(post, "https://roost.example"),
    archivePathOf("https://thirteenth.example/by/ann", "https://roost.example"),
    linkAttributes(post),
  ],
  card: cardImage({ service, file: {}, attachments: [image] }),
  search: parseQuery("service:thirteenth").conditions.length,
  sample: peopleFor(10, "seed").filter((person) => person.service === service).length,
}));
`;

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "new-service-"));
  for (const path of COPIED) await cp(join(ROOT, path), join(copy, path), { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
  await writeFile(join(copy, "shared/services/thirteenth.ts"), RECORD);
  const list = join(copy, "shared/services/index.ts");
  const text = await readFile(list, "utf8");
  await writeFile(
    list,
    `import { thirteenth } from "./thirteenth.ts";\n${text.replace("  candfans,\n", "  candfans,\n  thirteenth,\n")}`,
  );
});
afterAll(() => rm(copy, { recursive: true, force: true }));

test("one file and one entry are enough for contracts, the form, tabs, links, cards, search and the sample", async () => {
  await writeFile(join(copy, "probe.ts"), PROBE);
  const { stdout } = await promisify(execFile)(process.execPath, ["--import", "tsx", "probe.ts"], {
    cwd: copy,
  });
  expect(JSON.parse(stdout)).toEqual({
    contracts: [true, true, true],
    form: [
      ["session_key"],
      { values: { session_key: "12345" } },
      { problem: { field: "session_key", message: "Invalid key." } },
    ],
    tabs: ["posts", "tags", "links", "recommended"],
    addresses: ["https://thirteenth.example/by/ann", "https://thirteenth.example/by/ann/12"],
    links: ["/thirteenth/post/12", "/thirteenth/user/ann", { href: "/thirteenth/post/12" }],
    card: { name: "a.png", path: "/aa/bb/a.png" },
    search: 1,
    sample: 1,
  });
});

test("a record without one of its entries, or with a wrong one, does not compile", () => {
  const record: ServiceInfo = {
    title: "A",
    color: "#123456",
    profileUrl: null,
    postUrl: null,
    postLink: null,
    rewritesLinks: false,
    tabs: [],
    cardImage: "file",
    key: { place: "cookie", name: "sid" },
    importForm: { session_key: {} },
  };
  const { tabs: _, ...rest } = record;
  // @ts-expect-error: no tabs
  const lacking: ServiceInfo = rest;
  const wrong: ServiceInfo[] = [
    // @ts-expect-error: unknown tab
    { ...record, tabs: ["tag"] },
    // @ts-expect-error: no place for the user's id
    { ...record, profileUrl: "https://a.example/" },
    // @ts-expect-error: a form without a key
    { ...record, importForm: {} },
    // @ts-expect-error: unknown field
    { ...record, importForm: { session_key: {}, token: {} } },
    // @ts-expect-error: unknown problem
    { ...record, importForm: { session_key: { check: () => "bad" } } },
  ];
  expect([lacking, ...wrong]).toHaveLength(6); // checked by `npm run check:types`
});
