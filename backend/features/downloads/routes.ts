import * as contract from "#shared/contracts/downloads.ts";
import type { DownloadImport } from "#shared/entities/download-import.ts";
import type { Sql } from "../../db/client.ts";
import { PathError, receivedFiles, receiveFile, removeReceived } from "../../files/received.ts";
import { type Mounted, mount } from "../../http/endpoint.ts";
import { badInput, conflict, notFound } from "../../http/errors.ts";
import * as queries from "./queries.ts";

export const downloadRoutes: Mounted[] = [
  mount(contract.listDownloads, ({ sql }) => queries.latestDownloads(sql)),
  mount(contract.startDownload, ({ sql, principal }) => queries.addDownload(sql, principal.id)),
  mount(contract.getDownload, ({ sql, params }) => one(sql, params.id)),
  mount(contract.listDownloadFiles, async ({ sql, config, params }) => {
    await one(sql, params.id);
    return await receivedFiles(config.ROOST_DATA, params.id);
  }),
  mount(contract.listDownloadProblems, async ({ sql, params: { id }, query: { o } }) => {
    await one(sql, id);
    return await queries.problemsOf(sql, id, o);
  }),
  mount(contract.putDownloadFile, async ({ sql, config, params: { id }, query, body }) => {
    const refuse = async () => {
      await one(sql, id);
      throw conflict(contract.ALREADY_STARTED);
    };
    // Checked before and after the bytes, because the import may have been started or deleted meanwhile.
    if (!(await queries.noteReceived(sql, id))) await refuse();
    const modified = query.modified === undefined ? undefined : new Date(Number(query.modified));
    await receiveFile(config.ROOST_DATA, id, query.path, body, modified).catch((error: unknown) => {
      throw error instanceof PathError ? badInput(error.message) : error;
    });
    if (!(await queries.noteReceived(sql, id))) await refuse();
    return true as const;
  }),
  mount(contract.scanDownload, async ({ sql, params: { id }, body }) => {
    return (await queries.requestScan(sql, id, body)) ?? (await refused(sql, id));
  }),
  mount(contract.importDownload, async ({ sql, params: { id }, query: { rating } }) => {
    return (await queries.requestImport(sql, id, rating)) ?? (await refused(sql, id));
  }),
  mount(contract.deleteDownload, async ({ sql, config, params: { id } }) => {
    if (!(await queries.removeDownload(sql, id))) throw notFound();
    await removeReceived(config.ROOST_DATA, id);
    return true as const;
  }),
];

async function one(sql: Sql, id: string): Promise<DownloadImport> {
  const found = await queries.downloadImport(sql, id);
  if (found === undefined) throw notFound();
  return found;
}

async function refused(sql: Sql, id: string): Promise<never> {
  const { state } = await one(sql, id);
  throw conflict(state === "scanning" ? contract.STILL_RUNNING : contract.ALREADY_STARTED);
}
