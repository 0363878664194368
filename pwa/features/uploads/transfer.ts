/** Creates an upload and sends its bytes by tus. The library comes with the screen: a part that failed to load later would reload the page, and chosen files would be lost. */
import { DetailedError, Upload } from "tus-js-client";
import { createUpload, sendUpload } from "#shared/contracts/uploads.ts";
import { addressOf } from "../../api/call.ts";
import { HttpError, NetworkError } from "../../api/errors.ts";
import { api } from "../../api/origin.ts";

/** Chunk size: small enough for a request on a slow connection to end before the server's timeout. */
const CHUNK = 8 * 1024 * 1024;
const RETRY_MS = [0, 1_000, 3_000, 5_000];

export interface NewUpload {
  service: string;
  user: string;
  title: string;
  /** Files with the same value become one share. */
  batch: string;
  filename: string;
  sha256: string;
}

/** @returns id of the upload @throws HttpError, NetworkError */
export async function create(size: number, metadata: NewUpload, signal: AbortSignal): Promise<string> {
  const address = addressOf(createUpload.path);
  const response = await fetch(api.origin + address, {
    method: createUpload.method,
    headers: {
      "tus-resumable": "1.0.0",
      "upload-length": String(size),
      "upload-metadata": Object.entries(metadata)
        .map(([name, value]) => `${name} ${toBase64(value)}`)
        .join(","),
    },
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : new NetworkError(address, { cause: error });
  });
  if (!response.ok) throw new HttpError(response, messageIn(await response.text()));
  return response.headers.get("location")?.split("/").at(-1) ?? "";
}

const toBase64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/**
 * Sends the bytes that the server lacks. Never recreates the upload: a refusal, as after the session has ended, must
 * not restart it.
 * @throws HttpError, NetworkError, or the reason of the abort
 */
export async function send(
  id: string,
  file: File,
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const address = addressOf(sendUpload.path, { id });
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(file, {
      uploadUrl: new URL(api.origin + address, location.href).href,
      chunkSize: CHUNK,
      retryDelays: RETRY_MS,
      storeFingerprintForResuming: false, // localStorage would outlive the session
      onProgress: (sent) => onProgress(sent),
      onSuccess: () => resolve(),
      onError: (error) => {
        const response = error instanceof DetailedError ? error.originalResponse : null;
        const status = response?.getStatus() ?? 0;
        if (response == null || status === 0) reject(new NetworkError(address, { cause: error }));
        else
          reject(
            new HttpError({ status, statusText: "", url: address }, messageIn(response.getBody() ?? "")),
          );
      },
    });
    signal.addEventListener("abort", () => {
      void upload.abort();
      reject(signal.reason);
    });
    upload.start();
  });
}

function messageIn(text: string): string {
  try {
    return String((JSON.parse(text) as { error?: unknown }).error ?? "");
  } catch {
    return "";
  }
}
