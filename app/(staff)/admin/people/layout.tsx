import type { ReactNode } from "react";
import { ClientWords } from "#components/shell/client-words.tsx";

export default function PeopleLayout({ children }: { children: ReactNode }) {
  return <ClientWords of={["people", "shell", "secondFactor"]}>{children}</ClientWords>;
}
