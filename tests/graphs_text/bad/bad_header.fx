graph() {
