import { callSaving } from "../../../offline/saving/client.ts";
import { saveAgain } from "./actions.ts";

/** Larger files are read when they are played: here it is enough that they are there. */
const AT_MOST = 32 * 1024 * 1024;

/** Looks for a saved post's text, compares its files with their hashes, and fetches again what is missing or damaged. */
export async function repair(key: string): Promise<void> {
  try {
    const { damaged, incomplete } = await callSaving("check", [key], AT_MOST);
    if (damaged.length + incomplete.length > 0) await saveAgain([key]);
  } catch (error) {
    console.warn("A saved post could not be checked.", error);
  }
}
