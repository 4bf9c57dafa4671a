export const sampled = {
  id: "sampled", title: "Monte Carlo beside", about: "", needs: {},
  mount() { return {draw() {}, close() {}}; },
};
