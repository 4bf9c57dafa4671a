export const spectrum = {
  id: "spectrum", title: "Gap and slowest mode", about: "", needs: {},
  mount() { return {draw() {}, close() {}}; },
};
