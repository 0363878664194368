import type { DiscordMessage } from "#shared/entities/discord.ts";
import { PartBoundary } from "../../ui/PartBoundary.tsx";
import { Attachments } from "./Attachments.tsx";
import { Edits } from "./Edits.tsx";
import { EmbedCard } from "./EmbedCard.tsx";
import { MessageText } from "./MessageText.tsx";

export function DiscordBody({ message }: { message: DiscordMessage }) {
  return (
    <>
      <MessageText text={message.content} />
      <Attachments files={message.attachments} service="discord" />
      {message.embeds.map((embed, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: embeds have no identity but their place
        <PartBoundary key={at}>
          <EmbedCard raw={embed} />
        </PartBoundary>
      ))}
      <Edits message={message} />
    </>
  );
}
