import type { ReactNode } from "react";
import { ClientWords } from "#components/shell/client-words.tsx";

export default function ResultsLayout({ children }: { children: ReactNode }) {
  return <ClientWords of={["live.connection"]}>{children}</ClientWords>;
}
