/** Doors are open to everybody. In its place Next would send the refusal of other pages along. */
export default function Forbidden() {
  return null;
}
