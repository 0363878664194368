import { Argument, type Command, Option } from "commander";
import { ROLES, type Role } from "#shared/rules/roles.ts";
import { run } from "../run.ts";

const load = () => import("#backend/accounts/account-command.ts");
const PASSWORD = "The password is read from the first line of the input.";

export function addAccount(roost: Command): void {
  const account = roost.command("account").summary("list, create and change accounts");
  account
    .command("list")
    .description("Lists all accounts.")
    .action(run(async () => (await load()).listAccounts()));
  account
    .command("create")
    .summary("create an account")
    .description(`Creates an account. ${PASSWORD}`)
    .argument("<name>")
    .addOption(new Option("--role <role>", "role of the account").choices(ROLES).default("consumer"))
    .action(run(async (name: string, { role }: { role: Role }) => (await load()).createAccount(name, role)));
  account
    .command("role")
    .description("Changes the role of an account and ends its sessions.")
    .argument("<name>")
    .addArgument(new Argument("<role>").choices(ROLES))
    .action(run(async (name: string, role: Role) => (await load()).changeRole(name, role)));
  account
    .command("reset-password")
    .summary("set a new password and end all sessions")
    .description(`Sets a new password and ends all sessions of the account. ${PASSWORD}`)
    .argument("<name>")
    .action(run(async (name: string) => (await load()).changePassword(name)));
}
