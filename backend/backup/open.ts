/** Opens the place of a backup from an argument or a setting. */
import { mkdir, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Config } from "#backend/config.ts";
import type { S3Options } from "#backend/files/s3-client.ts";
import { BucketPlace } from "./bucket-place.ts";
import { FolderPlace } from "./folder-place.ts";
import { BackupError, type BackupPlace } from "./place.ts";

/** @param target a folder, created if needed, or `s3://bucket/prefix` @throws BackupError */
export async function openPlace(target: string, config: Config): Promise<BackupPlace> {
  const bucket = bucketOf(target, config);
  if (bucket !== undefined) return new BucketPlace(bucket);
  const folder = resolve(target);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return new FolderPlace(folder);
}

/** @returns undefined for a folder @throws BackupError */
export function bucketOf(target: string, config: Config): S3Options | undefined {
  if (!target.includes("://")) return undefined;
  const [scheme, , bucket = "", ...folders] = target.split("/");
  if (scheme !== "s3:" || bucket === "")
    throw new BackupError(`${target}: expected a folder or s3://bucket/prefix.`);
  const endpoint = config.BACKUP_S3_ENDPOINT ?? config.S3_ENDPOINT;
  const accessKeyId = config.BACKUP_S3_ACCESS_KEY_ID ?? config.S3_ACCESS_KEY_ID;
  const secretAccessKey = config.BACKUP_S3_SECRET_ACCESS_KEY ?? config.S3_SECRET_ACCESS_KEY;
  if (endpoint === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    throw new BackupError(
      `${target}: set BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID and BACKUP_S3_SECRET_ACCESS_KEY.`,
    );
  const region = config.BACKUP_S3_REGION ?? config.S3_REGION;
  return { endpoint, bucket, region, accessKeyId, secretAccessKey, prefix: folders.map(slashed).join("") };
}

/** @returns undefined if none is configured @throws BackupError if the file cannot be read or is empty */
export async function readPassphrase({ BACKUP_PASSPHRASE_FILE: path }: Config): Promise<string | undefined> {
  if (path === undefined) return undefined;
  const text = await readFile(path, "utf8").catch((error: Error) => {
    throw new BackupError(`BACKUP_PASSPHRASE_FILE: ${error.message}`);
  });
  const passphrase = text.replace(/\r?\n$/, "");
  if (passphrase === "") throw new BackupError(`BACKUP_PASSPHRASE_FILE: ${path} is empty.`);
  return passphrase;
}

const slashed = (folder: string) => (folder === "" ? "" : `${folder}/`);
