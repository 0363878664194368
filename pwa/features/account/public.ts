export { AccountMenu } from "./AccountMenu.tsx";
export { useAccount } from "./api.ts";
export { useConfirmation } from "./ConfirmPassword.tsx";
export { role } from "./device.ts";
export { refusalText } from "./messages.ts";
