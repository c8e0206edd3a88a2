import { Option, type Command } from "commander";
import type { Viewer } from "#lib/auth/viewer.ts";
import { env } from "#lib/env.ts";
import { roles, type Role } from "#lib/auth/roles.ts";
import { confirm, yesOption, type Confirmation } from "#scripts/cli/confirm.ts";
import { withProduct } from "#scripts/cli/database.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";

type Json = { json?: boolean };

export function addCommands(program: Command): void {
  const user = program.command("user").description("people and their sign-in links");

  user
    .command("create")
    .description("add a person and print a sign-in link")
    .addOption(new Option("--role <role>", "the person’s role").choices([...roles]).makeOptionMandatory())
    .requiredOption("--name <name>", "the person’s name")
    .option("--json", "print one JSON object")
    .action(create);

  user
    .command("link")
    .description("print a new sign-in link; the previous one stops working")
    .argument("<name>", "sign-in name, participant code, or full name")
    .option("--json", "print one JSON object")
    .action(renew);

  user
    .command("reset-second-factor")
    .description("for somebody locked out: remove passkeys, app and recovery codes, and sign them out")
    .argument("<name>", "sign-in name or full name")
    .option(...yesOption)
    .option("--json", "print one JSON object")
    .action(reset);

  user
    .command("list")
    .description("list everybody, with role and state")
    .option("--json", "print one JSON array")
    .action(list);
}

async function create(options: Json & { role: Role; name: string }): Promise<void> {
  await withProduct(async (viewer) => {
    const { createUser } = await import("#lib/users/mutations.ts");
    const { newUserInput } = await import("#lib/users/schema.ts");
    const input = newUserInput.safeParse(options);
    if (!input.success) throw new Refusal("--name: 1 to 200 characters");
    const { handle, linkPath } = await createUser(viewer, input.data);
    const made = { name: input.data.name, role: input.data.role, handle, link: env.baseUrl + linkPath };
    const known = made.role === "participant" ? "participant code" : "sign-in name";
    report(options.json, made, [`${made.name}, ${made.role}, ${known} ${handle}`, made.link]);
  });
}

async function renew(name: string, options: Json): Promise<void> {
  await withProduct(async (viewer) => {
    const { renewLink } = await import("#lib/users/mutations.ts");
    const found = await findOne(viewer, name);
    const link = await renewLink(viewer, found.id);
    if (!link.ok) throw new Refusal(`${found.name} is deactivated: reactivate them on the People page first`);
    const made = { name: found.name, role: found.role, handle: found.handle, link: env.baseUrl + link.value };
    report(options.json, made, [`${made.name}, ${made.role}`, made.link]);
  });
}

async function reset(name: string, options: Confirmation): Promise<void> {
  await withProduct(async (viewer) => {
    const { resetSecondFactor } = await import("#lib/auth/second-factor/factors.ts");
    const { id, name: fullName, handle } = await findOne(viewer, name);
    const means = [`this removes the second factor of ${fullName} (${handle}) and signs them out everywhere`];
    await confirm(options, { name: handle, means });
    const done = await resetSecondFactor(viewer, id);
    if (!done.ok) throw new Refusal(`${fullName} has no second factor`);
    const line = `${fullName} now signs in with the password or a link alone, and is signed out everywhere`;
    report(options.json, { name: fullName, handle }, [line]);
  });
}

async function findOne(viewer: Viewer<"admin">, name: string) {
  const { findUsersByName } = await import("#lib/users/queries.ts");
  const [found, ...more] = await findUsersByName(viewer, name);
  if (!found) throw new Refusal(`nobody is called ${JSON.stringify(name)}: \`user list\` shows everybody`);
  if (more.length > 0) {
    const handles = [found, ...more].map((one) => one.handle).join(", ");
    throw new Refusal(
      `${more.length + 1} people are called ${JSON.stringify(name)}; use a sign-in name or participant code: ${handles}`,
    );
  }
  return found;
}

async function list(options: Json): Promise<void> {
  await withProduct(async (viewer) => {
    const { listUsers } = await import("#lib/users/queries.ts");
    const users = await listUsers(viewer);
    const lines = users.map(({ role, handle, name, lastSeenAt, deactivatedAt }) => {
      const seen = lastSeenAt ? `last seen ${lastSeenAt.toISOString()}` : "never seen";
      return [role.padEnd(11), handle.padEnd(24), name, `(${deactivatedAt ? "deactivated" : seen})`].join(
        "  ",
      );
    });
    report(
      options.json,
      users,
      lines.length > 0 ? lines : ["nobody yet: add the first person with `user create`"],
    );
  });
}
