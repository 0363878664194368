import { callSaving } from "../../offline/saving/client.ts";
import { saveAgain } from "./actions.ts";

/** Larger files are read when they are played: here it is enough that they are there. */
const AT_MOST = 32 * 1024 * 1024;

/** Compares a saved post's files with their hashes, and fetches again what is not true. */
export async function repair(key: string): Promise<void> {
  try {
    const { damaged } = await callSaving("check", [key], AT_MOST);
    if (damaged.length > 0) await saveAgain(damaged);
  } catch (error) {
    console.warn("A saved post could not be checked.", error);
  }
}
