import type { ReactNode } from "react";

/** Text of the description, which is in English: `code` between backticks, everything else as it is. */
export function Description({ text }: { text: string }) {
  const parts: ReactNode[] = text
    .split("`")
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
  return (
    <span lang="en" dir="ltr">
      {parts}
    </span>
  );
}

/** Several paragraphs, and lists where lines begin with a dash. */
export function Paragraphs({ text }: { text: string }) {
  return text.split("\n\n").map((block) =>
    block.startsWith("- ") ? (
      <ul key={block}>
        {block.split("\n").map((line) => (
          <li key={line}>
            <Description text={line.slice(2)} />
          </li>
        ))}
      </ul>
    ) : (
      <p key={block}>
        <Description text={block} />
      </p>
    ),
  );
}
