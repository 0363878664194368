import { useRouterState } from "@tanstack/react-router";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The search that found words in an image of the post. */
    wordsInImage?: string;
  }
}

/** The search that led here, if it found words in an image; undefined on the server. */
export function useWordsInImage(): string | undefined {
  return useRouterState({ select: ({ location }) => location.state.wordsInImage });
}
