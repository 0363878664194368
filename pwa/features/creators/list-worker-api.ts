/** What the page and the worker that holds the list of creators say to each other. */
import type { Page, Wanted } from "./find.ts";

export interface Question {
  id: number;
  wanted: Wanted & { o?: string | undefined };
}

/** An answer of the server that is not a success. */
export interface Problem {
  status: number;
  statusText: string;
  url: string;
  message: string;
  retryAfter: string;
}

export type Answer =
  /** `storedAt`: it is this device's copy, as old as that. */
  | { id: number; page: Page; storedAt?: number }
  /** The list could not be loaded; the next question tries again. */
  | { id: number; problem: Problem | "network" }
  /** It changed since: what was asked may have another answer. */
  | { changed: true };
