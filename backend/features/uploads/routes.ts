import { Readable } from "node:stream";
import { CREATOR_NOT_FOUND } from "#shared/contracts/profile.ts";
import * as contract from "#shared/contracts/uploads.ts";
import { NOTIFICATION_TYPES } from "#shared/entities/notification.ts";
import type { Upload } from "#shared/entities/upload.ts";
import { audit } from "../../accounts/audit.ts";
import { notify } from "../../accounts/notify.ts";
import type { Config } from "../../config.ts";
import type { Db, Sql, Tx } from "../../db/client.ts";
import { transaction } from "../../db/tx.ts";
import { contentTypeOf, disposition } from "../../files/names.ts";
import { openToRead, removeStaged, stagedPath } from "../../files/staged.ts";
import { StreamAnswer } from "../../http/answer-forms.ts";
import { type Input, type Mounted, mount } from "../../http/endpoint.ts";
import { conflict, forbidden, HttpError, notFound } from "../../http/errors.ts";
import { refusePicture } from "../../http/files.ts";
import type { Principal } from "../../http/principal.ts";
import * as queries from "./queries.ts";
import { Tus } from "./tus.ts";

export function uploadRoutes(): Mounted[] {
  let made: Tus | undefined;
  const tusOf = (sql: Sql, config: Config) => {
    made ??= new Tus(sql, config);
    return made;
  };
  return [
    mount(contract.getUploadRules, async ({ sql, config, query: { service, user } }) => {
      const isFor = service !== undefined && user !== undefined;
      const creator = isFor ? await queries.creatorName(sql, service, user) : null;
      if (creator === undefined) throw notFound(CREATOR_NOT_FOUND);
      return {
        mode: config.UPLOADS,
        anonymous: config.UPLOADS_ANONYMOUS,
        max_bytes: config.UPLOAD_MAX,
        kinds: config.UPLOAD_KINDS,
        creator,
      };
    }),
    mount(contract.createUpload, async ({ pool, config, headers, client: { address }, principal }) => {
      const account = senderOf(config, principal);
      return await tusOf(pool, config).answer({ method: "POST", headers, account, address });
    }),
    // Mounted before the GET of the same path, which would match it.
    mount(
      contract.headUpload,
      async ({ sql, pool, config, headers, client: { address }, principal, params: { id } }) => {
        const account = senderOf(config, principal);
        await one(sql, account, id);
        return await tusOf(pool, config).answer({ method: "HEAD", headers, account, address, id });
      },
    ),
    mount(
      contract.sendUpload,
      async ({ sql, pool, config, headers, body, client: { address }, principal, params: { id } }) => {
        const account = senderOf(config, principal);
        await one(sql, account, id);
        return await tusOf(pool, config).answer({ method: "PATCH", headers, body, account, address, id });
      },
    ),
    mount(contract.deleteUpload, async ({ sql, config, principal, params: { id } }) => {
      const removed = await queries.removeUpload(sql, principal?.id ?? null, id);
      if (removed === undefined) throw notFound();
      if (!removed) throw conflict(contract.UPLOAD_PUBLISHED);
      await removeStaged(config.ROOST_DATA, id);
      return undefined;
    }),
    mount(contract.getUpload, ({ sql, principal, params: { id } }) => one(sql, principal?.id ?? null, id)),
    mount(contract.listUploads, ({ sql, principal }) => queries.latestUploads(sql, principal.id)),
    mount(contract.listWaitingUploads, ({ sql }) => queries.waitingUploads(sql)),
    mount(contract.getWaitingFile, async ({ sql, config, params: { id } }) => {
      const found = await queries.waitingFile(sql, id);
      const handle = found && (await openToRead(config.ROOST_DATA, id));
      if (handle === undefined) throw notFound();
      const { type, inline } = contentTypeOf(found?.ext ?? "");
      const name = disposition(inline, found?.name);
      return new StreamAnswer(type, handle.createReadStream(), found?.size, name);
    }),
    mount(contract.getWaitingPreview, async ({ sql, pictures, config, params: { id } }) => {
      if ((await queries.waitingFile(sql, id)) === undefined) throw notFound();
      const picture = await pictures.preview(stagedPath(config.ROOST_DATA, id)).catch(refusePicture);
      return new StreamAnswer("image/webp", Readable.from([picture]), picture.length);
    }),
    mount(contract.approveUpload, (input) => decide(input, null)),
    mount(contract.refuseUpload, (input) => decide(input, input.body.reason)),
  ];
}

/** @param reason of a rejection; null approves */
async function decide(
  {
    pool,
    signal,
    config,
    principal,
    params: { id },
    body: { version },
  }: Input<typeof contract.approveUpload | typeof contract.refuseUpload>,
  reason: string | null,
): Promise<true> {
  const work = async (tx: Tx) => {
    const decided = await queries.decideUpload(tx, { id, version, moderator: principal.id, reason });
    if (decided === undefined) throw notFound();
    if (decided === false) throw conflict(contract.UPLOAD_DECIDED);
    const kind = reason === null ? ("upload_approved" as const) : ("upload_refused" as const);
    await audit(tx, { actor: principal.id, kind, subject: `upload ${id}`, reason });
    const { account, name } = decided;
    const extra = { name, ...(reason !== null && { reason }) };
    if (account !== null) await notify(tx, [account], NOTIFICATION_TYPES[kind], extra);
  };
  await transaction(pool, work, { signal });
  if (reason !== null) await removeStaged(config.ROOST_DATA, id);
  return true;
}

/** @throws HttpError if this caller may not upload. An expired session gets a 401 too: the upload resumes after login. */
function senderOf({ UPLOADS, UPLOADS_ANONYMOUS }: Config, principal: Principal | undefined): number | null {
  if (UPLOADS === "off") throw forbidden(contract.UPLOADS_OFF);
  if (principal === undefined && !UPLOADS_ANONYMOUS)
    throw new HttpError(401, contract.UPLOAD_NEEDS_ACCOUNT, "not_logged_in");
  return principal?.id ?? null;
}

async function one(db: Db, account: number | null, id: string): Promise<Upload> {
  const found = await queries.uploadOf(db, account, id);
  if (found === undefined) throw notFound();
  return found;
}
