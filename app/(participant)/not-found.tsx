import { NotFound } from "#components/shell/not-found.tsx";

export default function Inside() {
  return <NotFound inside />;
}
