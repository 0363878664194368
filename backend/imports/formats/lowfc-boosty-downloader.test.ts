import { expect, test } from "vitest";
import { readPlainSample } from "#tests/support/plain-sample.ts";
import { lowfcBoostyDownloader } from "./lowfc-boosty-downloader.ts";

const id = (number: number) => `a2dd6942-0f6e-4c1f-9a53-00000000000${number}`;
const creator = {
  entity: "creators",
  fields: { service: "boosty", id: "paperlantern", public_id: "paperlantern", name: "paperlantern" },
};

test("markdown and plain text with local times, posts without title or text", async () => {
  const blog = "out/paperlantern";
  const sample = await readPlainSample(
    lowfcBoostyDownloader,
    {
      [`${blog}/Low tide_ boats_${id(1)}/content.md`]:
        "# Low tide: boats\nBoats **by day**\n\n* sails\n\n\n---\n\n*Published 01.05.2024 01:30*\n",
      [`${blog}/Low tide_ boats_${id(1)}/2f.jpg`]: "image",
      [`${blog}/Low tide_ boats_${id(1)}/waves.mp3`]: "audio",
      [`${blog}/${id(2)}/content.txt`]: "Late & calm\nOver <there>\n\n[Published 02.05.2024 12:00]\n",
      [`${blog}/Files_${id(3)}/brushes.zip`]: "zip",
      [`${blog}/Cut_${id(4)}/content.txt`]: "Cut \n\nThis ends",
    },
    { zone: "Europe/Moscow" },
  );
  const post = { service: "boosty", user: "paperlantern" };
  expect(sample.found).toEqual([
    creator,
    { entity: "posts", fields: { ...post, id: id(4), title: "Cut" } },
    {
      entity: "posts",
      fields: { ...post, id: id(3), title: "Files", attachments: [`${blog}/Files_${id(3)}/brushes.zip`] },
    },
    {
      entity: "posts",
      fields: {
        ...post,
        id: id(1),
        title: "Low tide: boats",
        content: "<p>Boats <strong>by day</strong></p>\n<ul>\n<li>sails</li>\n</ul>\n",
        published: "2024-04-30T22:30:00",
        attachments: [
          `${blog}/Low tide_ boats_${id(1)}/2f.jpg`,
          `${blog}/Low tide_ boats_${id(1)}/waves.mp3`,
        ],
      },
    },
    {
      entity: "posts",
      fields: {
        ...post,
        id: id(2),
        content: "Late &amp; calm<br>Over &lt;there&gt;",
        published: "2024-05-02T09:00:00",
      },
    },
  ]);
  expect(sample.reports).toEqual([`${blog}/Cut_${id(4)}/content.txt: ends without its date`]);
  expect(sample.unused).toEqual([`${blog}/Cut_${id(4)}/content.txt`]);
});

test("the folder of a blog alone asks for its name; other texts are not of this program", async () => {
  const files = { [`Low tide_${id(1)}/content.txt`]: "Low tide \nBoats\n\n[Published 01.05.2024 01:30]\n" };
  const creatorOf = () => ({ service: "boosty", id: "paperlantern", name: "Paper" });
  expect((await readPlainSample(lowfcBoostyDownloader, files, { creatorOf })).found).toMatchObject([
    { fields: { id: "paperlantern", name: "Paper" } },
    { fields: { id: id(1), title: "Low tide", content: "Boats", published: "2024-05-01T01:30:00" } },
  ]);
  const others = { [`ann/notes_${id(1)}/content.md`]: "# Mine\n\nPublished in 2024" };
  expect((await readPlainSample(lowfcBoostyDownloader, others, { creatorOf })).found).toEqual([]);
});
