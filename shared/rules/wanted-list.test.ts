import { expect, test } from "vitest";
import { postOfAddress, readWantedList } from "./wanted-list.ts";

/** Creators and posts of a list in short, with what was not read. */
function read(content: unknown): string[] {
  const { creators, posts, unread } = readWantedList(
    typeof content === "string" ? content : JSON.stringify(content),
  );
  return [
    ...creators.map(
      ({ service, id, name, by_public_id }) => `${service}/${by_public_id ? "@" : ""}${id} ${name}`,
    ),
    ...posts.map(({ service, user, id, title }) => `${service}/${user}/post/${id} ${title}`),
    ...unread.map(({ at, text, reason }) => `${at}: ${text} (${reason})`),
  ].map((line) => line.trim());
}

test("favorite creators and posts of APIs like Kemono's, with numbers and unknown services", () => {
  expect(
    read([
      { id: "7", service: "patreon", name: "Ann", indexed: "2024-05-01T12:00:00", faved_seq: 1 },
      { id: 8, service: "fanbox", name: "Bea" },
      { id: "9", service: "myspace", name: "Cyd" },
    ]),
  ).toEqual(["patreon/7 Ann", "fanbox/8 Bea", '3: {"id":"9","service":"myspace","name":"Cyd"} (service)']);
  expect(
    read([{ id: "101", service: "fanbox", user: "66", title: "Low tide", file: { path: "/a" } }]),
  ).toEqual(["fanbox/66/post/101 Low tide"]);
});

test("this archive's own export, lists of extensions and a value a line", () => {
  expect(
    read({
      artists: [{ service: "patreon", id: "7", name: "Ann" }],
      posts: [{ service: "patreon", user: "7", id: "1", title: "One" }],
    }),
  ).toEqual(["patreon/7 Ann", "patreon/7/post/1 One"]);
  expect(
    read({ version: 2, list: { "a key": { service: "fanbox", creator_id: "8", post_id: "5" } }, more: [] }),
  ).toEqual(["fanbox/8/post/5"]);
  expect(read(["https://kemono.example/patreon/user/7", "nothing", 5])).toEqual([
    "patreon/7",
    '2: "nothing" (unknown)',
    "3: 5 (unknown)",
  ]);
  expect(read('{"service":"patreon","id":"7"}\n{"service":"patreon","artist_id":"8"}\n{"id":3}\n')).toEqual([
    "patreon/7",
    "patreon/8",
    '3: {"id":3} (unknown)',
  ]);
});

test("tables with a header, separators and quotes, and without a header", () => {
  expect(
    read(
      '\ufeffservice,user,post,title\r\npatreon,7,1,"One, ""two""\nthree"\r\n\r\npatreon,,,\r\nx,1,2,\r\n',
    ),
  ).toEqual(['patreon/7/post/1 One, "two" three', "5: patreon,,, (unknown)", "6: x,1,2, (service)"]);
  expect(read("Service;ID;Name\nfanbox;8;Bea")).toEqual(["fanbox/8 Bea"]);
  expect(read("url\nhttps://x.example/fanbox/user/8/post/5\nnothing")).toEqual([
    "fanbox/8/post/5",
    "3: nothing (unknown)",
  ]);
  expect(read("patreon,7\nfanbox\t8\t5")).toEqual(["patreon/7", "fanbox/8/post/5"]);
});

test("addresses in texts, of archives and of the services themselves", () => {
  const text = `# favorites of program-dl
https://kemono.example/patreon/user/7?o=50
https://coomer.example/onlyfans/user/ann.b/post/12, https://kemono.example/discord/server/900
https://kemono.example/fanbox/user/%E3%81%82
(see <https://www.patreon.com/posts/low-tide-101>)
https://www.patreon.com/user?u=44
https://www.patreon.com/c/inkpond/posts
https://inkpond.fanbox.cc/posts/55
https://www.fanbox.cc/@inkpond
https://boosty.to/mira/posts/0a-b
https://onlyfans.com/33/mira
https://fantia.jp/fanclubs/12
patreon/user/3/post/4
fanbox/66001 Ink Pond

what is this
https://example.org/page
`;
  expect(read(text)).toEqual([
    "patreon/7",
    "discord/900",
    "fanbox/あ",
    "patreon/44",
    "patreon/@inkpond",
    "fanbox/@inkpond",
    "fantia/12",
    "fanbox/66001",
    "onlyfans/ann.b/post/12",
    "patreon/null/post/101",
    "fanbox/null/post/55",
    "boosty/mira/post/0a-b",
    "onlyfans/null/post/33",
    "patreon/3/post/4",
    "16: what is this (unknown)",
    "17: https://example.org/page (unknown)",
  ]);
});

test("an entry that comes again adds what the first lacks", () => {
  expect(
    read([
      { url: "https://www.patreon.com/posts/101" },
      { service: "patreon", user: "7", post: "101", title: "Low tide" },
      { service: "patreon", user: "8", post: "101" },
      { service: "patreon", id: "7" },
      { service: "patreon", id: "7", name: "Ann" },
      { service: "patreon", id: "x".repeat(201) },
    ]),
  ).toEqual([
    "patreon/7 Ann",
    "patreon/7/post/101 Low tide",
    expect.stringMatching(/^6: \{"service":"patreon","id":"xxx+ \(invalid\)$/),
  ]);
});

test("a creator's index names the posts inside", () => {
  expect(
    read({
      creator_id: "7",
      service: "patreon",
      posts: { "101": { id: "101", user: "7", service: "patreon", title: "Low\0 tide" } },
      posts_path: { "101": "/home/x" },
    }),
  ).toEqual(["patreon/7", "patreon/7/post/101 Low tide"]);
});

test("ids that no address can hold are refused, and names are cut", () => {
  expect(
    read([
      { service: "patreon", user: "a/b", id: "1" },
      { service: "patreon", user: "7", id: ".." },
      { service: "patreon", user: "7", id: "\ud800" },
      { service: "patreon", id: "7", name: "x".repeat(600) },
    ]),
  ).toEqual([
    `patreon/7 ${"x".repeat(500)}`,
    ...[1, 2, 3].map((at) => expect.stringMatching(`^${at}: .*invalid`)),
  ]);
  expect(postOfAddress("https://x.example/patreon/user/7/post/%00")).toBe(undefined);
});

test("a byte order mark is no part of the list", () => {
  expect(read('\ufeff[{"service":"patreon","id":"7"}]')).toEqual(["patreon/7"]);
});

test("an empty file has nothing", () => {
  expect([read(""), read("[]"), read("\n \n")]).toEqual([[], [], []]);
});
