/** Sends one file. Uses XMLHttpRequest, as `fetch` does not report upload progress. */
import { putDownloadFile } from "#shared/contracts/downloads.ts";
import { addressOf } from "../../../api/call.ts";
import { HttpError, NetworkError } from "../../../api/errors.ts";
import { api } from "../../../api/origin.ts";

/**
 * @param onProgress called with the number of bytes sent
 * @throws HttpError, NetworkError, or the reason of the abort
 */
export function putFile(
  { id, path, file }: { id: string; path: string; file: File },
  onProgress: (sent: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const address = addressOf(putDownloadFile.path, { id }, { path, modified: String(file.lastModified) });
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.upload.onprogress = ({ loaded }) => onProgress(loaded);
    request.onload = () => {
      const { status, responseText, statusText } = request;
      if (status === 200) resolve();
      else reject(new HttpError({ status, statusText, url: address }, messageIn(responseText)));
    };
    request.onerror = () => reject(new NetworkError(address));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener("abort", abort);
    signal.addEventListener("abort", abort);
    request.open(putDownloadFile.method, api.origin + address);
    request.setRequestHeader("accept", "application/json");
    request.send(file);
  });
}

function messageIn(text: string): string {
  try {
    return String((JSON.parse(text) as { error?: unknown }).error ?? "");
  } catch {
    return "";
  }
}
