export { ShareCard } from "./ShareCard.tsx";
