/**
 * Files without metadata: the files of a folder become one post of a creator given by the person. Its id is derived from
 * creator and path, so it depends on the folder where the import begins.
 */
import { ServiceName } from "#shared/entities/creator.ts";
import { orReport } from "./lib/checked-json.ts";
import type { Entry, Folder, Format, Found, Reading } from "./lib/format.ts";
import { askedCreator, attachmentsOf, byName, lastName, oldestOf, parentOf, stableId } from "./lib/names.ts";
import { htmlOfText } from "./lib/text.ts";

const TEXT = /\.txt$/i;
/** A decoder's sign for bytes that are no text in a known encoding. */
const UNREADABLE = "\ufffd";

export const plainFolder: Format = {
  name: "Plain folder",
  /** Claims everything below, so it runs last, on files not read by other formats. */
  async recognize(folder) {
    for await (const _ of folder.walk())
      return { scope: "tree", read: (reading) => readFolders(folder, reading) };
    return undefined;
  },
};

async function* readFolders(folder: Folder, reading: Reading): AsyncGenerator<Found> {
  let path: string | undefined;
  let files: Entry[] = [];
  for await (const file of folder.walk()) {
    if (parentOf(file.path) !== path) {
      yield* readFolder(folder, files, reading);
      path = parentOf(file.path);
      files = [];
    }
    if (!file.name.startsWith(".")) files.push(file);
  }
  yield* readFolder(folder, files, reading);
}

/** @param files all files of one folder */
async function* readFolder(top: Folder, files: Entry[], reading: Reading): AsyncGenerator<Found> {
  const [first] = files;
  if (first === undefined) return;
  const path = parentOf(first.path);
  const service = ServiceName.safeParse(reading.creatorOf(path)?.service).data;
  const creator = service && askedCreator(service, path, reading);
  if (creator === undefined) return;
  yield creator;
  const { service: of, id: user } = creator.fields;
  yield {
    entity: "posts",
    from: first.path,
    fields: {
      service: of,
      id: stableId(of, user, path),
      user,
      title: lastName(path),
      ...(await textOf(top, files, reading)),
      published: await oldestOf(top, files, reading),
      ...attachmentsOf(files, byName),
    },
  };
}

/** The only text file of a folder, unless it is named after another file, like a list of tags. */
async function textOf(top: Folder, files: readonly Entry[], reading: Reading): Promise<{ content?: string }> {
  const texts = files.filter(({ name }) => TEXT.test(name));
  const [text] = texts;
  if (text === undefined || texts.length > 1) return {};
  const stem = text.name.replace(TEXT, "");
  if (files.some((file) => file !== text && (file.name === stem || file.name.startsWith(`${stem}.`))))
    return {};
  const content = await orReport(text, reading, top.text(text));
  return content === undefined || content.includes(UNREADABLE) ? {} : { content: htmlOfText(content) };
}
