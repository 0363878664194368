export { FlagButton } from "./FlagButton.tsx";
