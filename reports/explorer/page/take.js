export function take() {}
