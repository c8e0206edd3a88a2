import type { ReactNode } from "react";
import { ClientWords } from "#components/shell/client-words.tsx";

export default function InvitationsLayout({ children }: { children: ReactNode }) {
  return <ClientWords of={["invitations", "shell", "studies"]}>{children}</ClientWords>;
}
