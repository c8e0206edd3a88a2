import type { ReactNode } from "react";
import { ClientWords } from "#components/shell/client-words.tsx";

export default function TeamLayout({ children }: { children: ReactNode }) {
  return <ClientWords of={["shell", "studies.errors", "team"]}>{children}</ClientWords>;
}
