import * as contract from "#shared/contracts/shares.ts";
import type { ShareList } from "#shared/entities/share.ts";
import { filePath } from "#shared/rules/files.ts";
import { PAGE_SIZE, pastEndProblem } from "#shared/rules/paging.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { badInput, notFound } from "../../http/errors.ts";
import { creatorShares, foundShares, latestShares, share } from "./queries.ts";

/** Maximum number of words in a query. */
const MAX_WORDS = 20;

export const shareRoutes: Mounted[] = [
  mount(contract.listShares, async ({ sql, query: { o, q } }) => {
    const page = { offset: o, limit: PAGE_SIZE };
    const words = q?.split(/\s+/u).slice(0, MAX_WORDS) ?? [];
    return checkedPage(
      o,
      await (words.length === 0 ? latestShares(sql, page) : foundShares(sql, words, page)),
    );
  }),
  mount(contract.listCreatorShares, async ({ sql, params, query: { o } }) => {
    const found = await creatorShares(sql, { ...params, offset: o, limit: PAGE_SIZE });
    return checkedPage(o, found ?? { shares: [], total: 0 });
  }),
  mount(contract.getShare, async ({ sql, params, origin }) => {
    const found = await share(sql, params.id);
    if (found === undefined) throw notFound();
    const share_files = found.share_files.map((file) => ({
      ...file,
      upload_url: `${origin}/data${filePath(file.hash, file.ext)}?f=${encodeURIComponent(file.filename)}`,
    }));
    return { ...found, share_files };
  }),
];

function checkedPage(offset: number, list: ShareList): ShareList {
  const problem = pastEndProblem(offset, list.total);
  if (problem !== undefined) throw badInput(problem);
  return list;
}
