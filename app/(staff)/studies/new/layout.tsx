import type { ReactNode } from "react";
import { ClientWords } from "#components/shell/client-words.tsx";

export default function NewStudyLayout({ children }: { children: ReactNode }) {
  return <ClientWords of={["builder", "shell", "studies.errors"]}>{children}</ClientWords>;
}
