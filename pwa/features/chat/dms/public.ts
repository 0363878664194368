export { DmCard } from "./DmCard.tsx";
