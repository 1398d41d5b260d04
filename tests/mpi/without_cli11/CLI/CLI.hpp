#error "not there: ci/worker is to build serve alone"
