import type { ReactNode } from "react";
import { ClientWords } from "#components/shell/client-words.tsx";

export default function BenchmarksLayout({ children }: { children: ReactNode }) {
  return (
    <ClientWords of={["benchmarks", "imports", "jobs", "progress", "runs", "shell", "time"]}>
      {children}
    </ClientWords>
  );
}
