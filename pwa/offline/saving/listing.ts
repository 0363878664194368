/** Lists of files of saved archive files, and their passwords: stored with the file, so that they go with it. */
import { getFile } from "#shared/contracts/files.ts";
import { call } from "../../api/call.ts";
import { HttpError } from "../../api/errors.ts";
import type { OfflineDb } from "../db/db.ts";
import type { SavedFile } from "../db/records.ts";

export const mayBeListed = ({ kind }: SavedFile): boolean => kind === "archive";

/** Without an answer of the server the device lists the files itself. @throws NetworkError, TimeoutError */
export async function saveListing(db: OfflineDb, hash: string, signal: AbortSignal): Promise<void> {
  const query = { with: "sizes" } as const;
  const archive = await call(getFile, { params: { hash }, query, signal }).catch((error: unknown) => {
    if (error instanceof HttpError) return undefined;
    throw error;
  });
  if (archive !== undefined) await db.files.update(hash, { archive });
}
