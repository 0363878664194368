import { useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect } from "react";
import { FRAGMENT, setGivenWords } from "./given-words.ts";

/** Removes the words from the address before other code reads it, such as the return address of the login. */
export function WithoutWords({ children }: { children: ReactNode }) {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const hasWords = hash.startsWith(FRAGMENT);
  useEffect(() => {
    if (!hasWords) return;
    setGivenWords(hash.slice(FRAGMENT.length));
    void navigate({ to: "/account/sync", hash: "", replace: true });
  }, [hash, hasWords, navigate]);
  return hasWords ? null : children;
}
