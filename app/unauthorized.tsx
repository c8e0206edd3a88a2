/** Nobody is ever shown it: whoever isn't signed in is led to the door. In its place Next would send a page of its own along with every other. */
export default function Unauthorized() {
  return null;
}
