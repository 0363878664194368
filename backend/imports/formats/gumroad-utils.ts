/**
 * gumroad-utils (obsessedcake), names only: `<creator>/2024.05 <product> ($9.99)/` with the folders of the product, or
 * the same name with `.zip`. The date is that of the purchase, so the post has no date; a gift has no price.
 */
import type { Entry, Format, Found, Reading } from "./lib/format.ts";
import { attachmentsOf, creatorOfFolder, lastName, parentOf, stableId } from "./lib/names.ts";

const PRODUCT = /^(\d{4}\.(?:0[1-9]|1[0-2])) (.+) \((?:|(?=.*\d)[^()]*\p{Sc}[^()]*)\)$/su;
const ZIP = /\.zip$/;

export const gumroadUtils: Format = {
  name: "gumroad-utils",
  async recognize(folder) {
    const folderName = lastName(folder.path) ?? "";
    if (PRODUCT.test(folderName)) {
      const files = () => folder.walk();
      return {
        scope: "tree",
        read: (reading) => readProducts(parentOf(folder.path), [{ name: folderName, files }], reading),
      };
    }
    const zips = (await folder.entries()).filter(
      ({ name, isFolder }) => !isFolder && ZIP.test(name) && PRODUCT.test(name.replace(ZIP, "")),
    );
    if (zips.length === 0) return undefined;
    const products = zips.map((zip) => ({ name: zip.name.replace(ZIP, ""), files: () => [zip] }));
    return { scope: "folder", read: (reading) => readProducts(folder.path, products, reading) };
  },
};

interface Product {
  name: string;
  files: () => Iterable<Entry> | AsyncIterable<Entry>;
}

async function* readProducts(path: string, products: Product[], reading: Reading): AsyncGenerator<Found> {
  const creator = creatorOfFolder("gumroad", path, reading);
  if (creator === undefined) return;
  yield creator;
  const { service, id: user } = creator.fields;
  for (const { name, files } of products) {
    const [, month = "", title = ""] = PRODUCT.exec(name) ?? [];
    const attached: Entry[] = [];
    for await (const file of files()) attached.push(file);
    const id = stableId(service, user, month, title);
    yield {
      entity: "posts",
      from: attached[0]?.path ?? path,
      fields: { service, id, user, title, ...attachmentsOf(attached) },
    };
  }
}
