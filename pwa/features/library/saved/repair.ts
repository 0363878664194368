import { callSaving } from "../../../offline/saving/client.ts";
import { saveAgain } from "./actions.ts";

/** Larger files are only checked for presence: they are verified when played. */
const MAX_VERIFIED_BYTES = 32 * 1024 * 1024;

/** Verifies the text and files of a saved post, and downloads missing or damaged ones again. */
export async function repair(key: string): Promise<void> {
  try {
    const { damaged, incomplete } = await callSaving("check", [key], MAX_VERIFIED_BYTES);
    if (damaged.length + incomplete.length > 0) await saveAgain([key]);
  } catch (error) {
    console.warn("A saved post could not be checked.", error);
  }
}
