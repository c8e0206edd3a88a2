import { getMessages } from "next-intl/server";
import type { ProofWords } from "#components/doors/proof-field.tsx";

export async function proofWords(): Promise<ProofWords> {
  const { account, shell, wait } = await getMessages();
  return { ...account.proof, show: shell.show, hide: shell.hide, wait };
}
