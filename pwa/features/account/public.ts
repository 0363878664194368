export { AccountMenu } from "./AccountMenu.tsx";
export { useAccount } from "./api.ts";
export { useConfirmation } from "./ConfirmPassword.tsx";
export { refusalText } from "./messages.ts";
