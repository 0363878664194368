/** Beside moderation/public.ts, which the account needs, and which this needs the account for. */
export { HideButton } from "./HideButton.tsx";
